import { Body, Controller, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DonationImport, type ImportAnswer, type ImportGiver } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import type { Tx } from '#libs/database';
import {
  audit,
  auditOnce,
  CurrentActor,
  linkNext,
  notFound,
  parse,
  pathId,
  type ChurchActor,
  Route,
  ChurchTransaction,
} from '#libs/http';
import { answerGivers } from './answers.js';
import { importGivers } from '../../givers/givers.query.js';
import { assertOpen, editDraft, openImport, resourceName } from '../edit-draft.js';
import { runUndoableChange } from '../last-change.js';
import { forgetAnswer, importAnswers } from '../../givers/remembered.js';

/** Serves the givers of a draft, each once, and takes answers about them. */
@Controller()
export class ImportGiversController {
  @Route(routes.importGivers.list)
  async list(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ImportGiver[]> {
    const record = await openImport(tx, pathId(id, resourceName));
    const { givers, next } = await importGivers(
      tx,
      record.id,
      parse(routes.importGivers.list.query, query),
    );
    await auditOnce(tx, actor.id, 'import.read', { importId: record.id });
    linkNext(request, reply, next);
    return givers;
  }

  @Route(routes.importGivers.answer)
  answer(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<DonationImport> {
    return editDraft(tx, id, async (record) => {
      const answer = parse(routes.importGivers.answer.body, body);
      assertOpen(record);
      await runUndoableChange(tx, record.id, 'givers', () =>
        answerGivers(tx, record, actor.id, answer),
      );
      await audit(tx, actor.id, 'import.answered', {
        importId: record.id,
        answer: answer.answer,
        givers: answer.givers.length,
        ...(answer.donorId ? { donorId: answer.donorId } : {}),
      });
    });
  }
}

/** Serves the answers about givers that the church remembers. */
@Controller()
export class ImportAnswersController {
  @Route(routes.importAnswers.list)
  async list(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ImportAnswer[]> {
    const filter = parse(routes.importAnswers.list.query, query);
    const { answers, next } = await importAnswers(tx, filter);
    await auditOnce(
      tx,
      actor.id,
      'import.answers-read',
      filter.donorId ? { donorId: filter.donorId } : {},
    );
    linkNext(request, reply, next);
    return answers;
  }

  @Route(routes.importAnswers.forget)
  async forget(
    @CurrentActor() actor: ChurchActor,
    @ChurchTransaction() tx: Tx,
    @Param('id') id: string,
  ): Promise<void> {
    if (!(await forgetAnswer(tx, pathId(id, 'This answer')))) throw notFound('This answer');
    await audit(tx, actor.id, 'import.answer-forgotten');
  }
}
