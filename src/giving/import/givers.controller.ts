import { Body, Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type DonationImport, type ImportAnswer, type ImportGiver } from '#libs/contracts';
import { routes } from '#libs/contracts/routes';
import { Database } from '#libs/database';
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
} from '#libs/http';
import { answerGivers } from './answers.js';
import { importGivers } from './givers.query.js';
import { assertOpen, editDraft, what } from './edit-draft.js';
import { importRecord } from './import.query.js';
import { undoably } from './last-change.js';
import { forgetAnswer, importAnswers } from './remembered.js';

/** Who gave in a file, each once, and who they are. */
@Controller()
export class ImportGiversController {
  constructor(@Inject(Database) private readonly db: Database) {}

  @Route(routes.importGivers.list)
  list(
    @CurrentActor() actor: ChurchActor,
    @Param('id') id: string,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ImportGiver[]> {
    return this.db.tenant(actor.organizationId, async (tx) => {
      const record = await importRecord(tx, pathId(id, what));
      if (!record) throw notFound(what);
      const { givers, next } = await importGivers(
        tx,
        record.id,
        parse(routes.importGivers.list.query, query),
      );
      await auditOnce(tx, actor.id, 'import.read', { importId: record.id });
      linkNext(request, reply, next);
      return givers;
    });
  }

  @Route(routes.importGivers.answer)
  answer(
    @CurrentActor() actor: ChurchActor,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<DonationImport> {
    return this.db.tenant(actor.organizationId, (tx) =>
      editDraft(tx, id, async (record) => {
        const answer = parse(routes.importGivers.answer.body, body);
        assertOpen(record);
        await undoably(tx, record.id, 'givers', () => answerGivers(tx, record, actor.id, answer));
        await audit(tx, actor.id, 'import.answered', {
          importId: record.id,
          answer: answer.answer,
          givers: answer.givers.length,
          ...(answer.donorId ? { donorId: answer.donorId } : {}),
        });
      }),
    );
  }
}

/** What the church has answered once, and may take back. */
@Controller()
export class ImportAnswersController {
  constructor(@Inject(Database) private readonly db: Database) {}

  @Route(routes.importAnswers.list)
  list(
    @CurrentActor() actor: ChurchActor,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ImportAnswer[]> {
    const filter = parse(routes.importAnswers.list.query, query);
    return this.db.tenant(actor.organizationId, async (tx) => {
      const { answers, next } = await importAnswers(tx, filter);
      await auditOnce(
        tx,
        actor.id,
        'import.answers-read',
        filter.donorId ? { donorId: filter.donorId } : {},
      );
      linkNext(request, reply, next);
      return answers;
    });
  }

  @Route(routes.importAnswers.forget)
  forget(@CurrentActor() actor: ChurchActor, @Param('id') id: string): Promise<void> {
    return this.db.tenant(actor.organizationId, async (tx) => {
      if (!(await forgetAnswer(tx, pathId(id, 'This answer')))) throw notFound('This answer');
      await audit(tx, actor.id, 'import.answer-forgotten');
    });
  }
}
