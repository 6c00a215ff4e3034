import type { FastifyReply } from 'fastify';

/** Says that the answer is a CSV file to download. */
export function sendCsv(reply: FastifyReply, fileName: string): void {
  void reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${fileName}"`);
}
