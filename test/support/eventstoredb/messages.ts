import type * as Grpc from '@grpc/grpc-js';
import type * as Features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import type * as FeaturesService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import type * as Shared from '@eventstore/db-client/generated/shared_pb.js';
import type * as Status from '@eventstore/db-client/generated/status_pb.js';
import type * as Streams from '@eventstore/db-client/generated/streams_pb.js';
import type * as StreamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type * as GoogleAny from 'google-protobuf/google/protobuf/any_pb.js';
import type * as GoogleEmpty from 'google-protobuf/google/protobuf/empty_pb.js';
import { createRequire } from 'node:module';
import type { AppendOutcome, Expected, Proposed, Recorded } from './log.js';

// These are the stubs of the client itself, which are CommonJS, with its gRPC and protobuf.
const require = createRequire(import.meta.url);
const clients = createRequire(require.resolve('@eventstore/db-client'));
export const grpc = clients('@grpc/grpc-js') as typeof Grpc;
export const streams = clients('../generated/streams_pb.js') as typeof Streams;
export const { StreamsService: streamsService } = clients(
  '../generated/streams_grpc_pb.js',
) as typeof StreamsService;
const features = clients('../generated/serverfeatures_pb.js') as typeof Features;
export const { ServerFeaturesService: featuresService } = clients(
  '../generated/serverfeatures_grpc_pb.js',
) as typeof FeaturesService;
const shared = clients('../generated/shared_pb.js') as typeof Shared;
const status = clients('../generated/status_pb.js') as typeof Status;
const { Any } = clients('google-protobuf/google/protobuf/any_pb.js') as typeof GoogleAny;
const { Empty: googleEmpty } = clients(
  'google-protobuf/google/protobuf/empty_pb.js',
) as typeof GoogleEmpty;

export type { Features, Streams };
export type StreamsServer = StreamsService.IStreamsServer;
export type ReadCall = Grpc.ServerWritableStream<Streams.ReadReq, Streams.ReadResp>;

export const nameOf = (identifier?: Shared.StreamIdentifier) =>
  Buffer.from(identifier!.getStreamName_asU8()).toString('utf8');

export const identifierOf = (name: string) =>
  new shared.StreamIdentifier().setStreamName(new Uint8Array(Buffer.from(name, 'utf8')));

export function expectedOf(
  options: Streams.AppendReq.Options | Streams.BatchAppendReq.Options,
): Expected {
  if (options.hasNoStream()) return 'no_stream';
  if (options.hasAny()) return 'any';
  if (options.hasStreamExists()) return 'stream_exists';
  return BigInt('getRevision' in options ? options.getRevision() : options.getStreamPosition());
}

/** @throws an error of the protocol if required metadata are missing */
export function proposedOf(
  message: Streams.AppendReq.ProposedMessage | Streams.BatchAppendReq.ProposedMessage,
): Proposed {
  const map = message.getMetadataMap();
  const [type, contentType] = [map.get('type'), map.get('content-type')];
  if (!type || !contentType)
    throw refusal(
      grpc.status.INVALID_ARGUMENT,
      'missing-required-metadata-property',
      'Required Metadata Property is missing',
    );
  return {
    id: message.getId()!.getString(),
    type,
    contentType,
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

/** Returns an error in the form of a server: a status with the kind in the trailing metadata. */
export function refusal(
  code: Grpc.status,
  exception: string | null,
  details: string,
  more: Record<string, string> = {},
): Grpc.ServiceError {
  const metadata = new grpc.Metadata();
  if (exception) metadata.set('exception', exception);
  for (const [key, value] of Object.entries(more)) metadata.set(key, value);
  return Object.assign(new Error(details), { code, details, metadata });
}

/**
 * Returns the answer to an `Append`. Without `withPosition`, it is the answer of a server that has
 * not indexed a repeated event yet.
 */
export function appendAnswer(
  outcome: AppendOutcome,
  expected: Expected,
  stream: string,
  withPosition: boolean,
): Streams.AppendResp {
  const answer = new streams.AppendResp();
  if (outcome.is === 'deleted') {
    throw refusal(
      grpc.status.FAILED_PRECONDITION,
      'stream-deleted',
      `Event stream '${stream}' is deleted.`,
      { 'stream-name': stream },
    );
  }
  if (outcome.is === 'wrong version') {
    const wrongVersion = new streams.AppendResp.WrongExpectedVersion();
    if (outcome.current === null) wrongVersion.setCurrentNoStream(new shared.Empty());
    else wrongVersion.setCurrentRevision(String(outcome.current));
    if (expected === 'any') wrongVersion.setExpectedAny(new shared.Empty());
    else if (expected === 'stream_exists') wrongVersion.setExpectedStreamExists(new shared.Empty());
    else if (expected === 'no_stream') wrongVersion.setExpectedNoStream(new shared.Empty());
    else wrongVersion.setExpectedRevision(String(expected));
    return answer.setWrongExpectedVersion(wrongVersion);
  }
  const success = new streams.AppendResp.Success().setCurrentRevision(String(outcome.revision));
  if (withPosition) {
    const position = String(outcome.position);
    success.setPosition(
      new streams.AppendResp.Position().setCommitPosition(position).setPreparePosition(position),
    );
  } else {
    success.setNoPosition(new shared.Empty());
  }
  return answer.setSuccess(success);
}

/**
 * Returns the answer to a `BatchAppend`, whose errors are a `google.rpc.Status` with the kind in
 * its details.
 */
export function batchAnswer(
  outcome: AppendOutcome,
  expected: Expected,
  stream: string,
): Streams.BatchAppendResp {
  const answer = new streams.BatchAppendResp();
  if (outcome.is === 'deleted') {
    const deleted = new shared.StreamDeleted().setStreamIdentifier(identifierOf(stream));
    return answer.setError(
      failure('StreamDeleted', deleted.serializeBinary(), `Event stream '${stream}' is deleted.`),
    );
  }
  if (outcome.is === 'wrong version') {
    const wrongVersion = new shared.WrongExpectedVersion();
    if (outcome.current === null) wrongVersion.setCurrentNoStream(new googleEmpty());
    else wrongVersion.setCurrentStreamRevision(String(outcome.current));
    if (expected === 'any') wrongVersion.setExpectedAny(new googleEmpty());
    else if (expected === 'stream_exists') wrongVersion.setExpectedStreamExists(new googleEmpty());
    else if (expected === 'no_stream') wrongVersion.setExpectedNoStream(new googleEmpty());
    else wrongVersion.setExpectedStreamPosition(String(expected));
    return answer.setError(
      failure('WrongExpectedVersion', wrongVersion.serializeBinary(), 'WrongExpectedVersion'),
    );
  }
  const position = new shared.AllStreamPosition()
    .setCommitPosition(String(outcome.position))
    .setPreparePosition(String(outcome.position));
  return answer.setSuccess(
    new streams.BatchAppendResp.Success()
      .setCurrentRevision(String(outcome.revision))
      .setPosition(position),
  );
}

export function tooLargeForBatch(limit: number) {
  const details = new shared.MaximumAppendSizeExceeded().setMaxappendsize(limit).serializeBinary();
  return new streams.BatchAppendResp().setError(
    failure('MaximumAppendSizeExceeded', details, `Maximum Append Size of ${limit} Exceeded.`),
  );
}

function failure(kind: string, details: Uint8Array, message: string): Status.Status {
  const any = new Any();
  any.pack(details, `event_store.client.${kind}`);
  return new status.Status().setMessage(message).setDetails(any);
}

export function eventAnswer(recorded: Recorded, ofAll: boolean): Streams.ReadResp {
  const position = String(recorded.position);
  const event = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(recorded.id))
    .setStreamIdentifier(identifierOf(recorded.stream))
    .setStreamRevision(String(recorded.revision))
    .setCommitPosition(position)
    .setPreparePosition(position)
    .setData(recorded.data)
    .setCustomMetadata(recorded.metadata);
  event
    .getMetadataMap()
    .set('type', recorded.type)
    .set('content-type', recorded.contentType)
    .set('created', String(BigInt(recorded.created) * 10_000n));
  const read = new streams.ReadResp.ReadEvent().setEvent(event);
  if (ofAll) read.setCommitPosition(position);
  else read.setNoPosition(new shared.Empty());
  return new streams.ReadResp().setEvent(read);
}

export function checkpointAnswer(position: bigint): Streams.ReadResp {
  const checkpoint = new streams.ReadResp.Checkpoint()
    .setCommitPosition(String(position))
    .setPreparePosition(String(position));
  return new streams.ReadResp().setCheckpoint(checkpoint);
}

export const confirmationAnswer = () =>
  new streams.ReadResp().setConfirmation(
    new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(crypto.randomUUID()),
  );

export const caughtUpAnswer = () =>
  new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp());

export const notFoundAnswer = (name: string) =>
  new streams.ReadResp().setStreamNotFound(
    new streams.ReadResp.StreamNotFound().setStreamIdentifier(identifierOf(name)),
  );

export function supportedMethods(version: string, methods: string[]): Features.SupportedMethods {
  const list = methods.map((method) =>
    new features.SupportedMethod()
      .setServiceName('event_store.client.streams.streams')
      .setMethodName(method),
  );
  return new features.SupportedMethods().setEventStoreServerVersion(version).setMethodsList(list);
}
