import path from 'node:path';
import ts from 'typescript';

/**
 * The types of a call in the package `stripe`, which are generated from Stripe's published API
 * description. The compiler reads them at the first use in a process.
 */
export interface Call {
  /** null if the call has no parameters */
  params: ts.Type | null;
  answer: ts.Type;
  isList: boolean;
}

const resources = path.resolve(import.meta.dirname, '../../../node_modules/stripe/esm/resources');
const files = {
  Customer: 'Customers',
  Price: 'Prices',
  Coupon: 'Coupons',
  Subscription: 'Subscriptions',
  Invoice: 'Invoices',
  SetupIntent: 'SetupIntents',
  PaymentIntent: 'PaymentIntents',
  Session: 'BillingPortal/Sessions',
  Event: 'Events',
};
export type Resource = keyof typeof files;

const fileOf = (resource: Resource) => path.join(resources, `${files[resource]}.d.ts`);
// Jest loads this module again for each test file. Without this variable, each of them would take
// three seconds longer.
const cache = globalThis as { typesOfStripe?: ts.Program };
const program = (cache.typesOfStripe ??= ts.createProgram(
  Object.keys(files).map((name) => fileOf(name as Resource)),
  {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    skipLibCheck: true,
    types: [],
  },
));
export const checker = program.getTypeChecker();

function exported(resource: Resource, name: string): ts.Symbol {
  const module = checker.getSymbolAtLocation(program.getSourceFile(fileOf(resource))!)!;
  const symbol = checker.getExportsOfModule(module).find((candidate) => candidate.name === name);
  if (!symbol) throw new Error(`The types of Stripe have no ${name}.`);
  return symbol;
}

const calls = new Map<string, Call>();

/** @param name the name of the call in the client, such as `Subscription.create` */
export function callOf(name: `${Resource}.${string}`): Call {
  const cachedCall = calls.get(name);
  if (cachedCall) return cachedCall;
  const [resource, method] = name.split('.') as [Resource, string];
  const symbol = checker
    .getDeclaredTypeOfSymbol(exported(resource, `${resource}Resource`))
    .getProperty(method);
  const signature = symbol && checker.getTypeOfSymbol(symbol).getCallSignatures()[0];
  if (!signature) throw new Error(`The types of Stripe have no ${name}.`);
  const params = signature.parameters.find((parameter) => parameter.name === 'params');
  const returned = signature.getReturnType(); // Promise<Response<X>> or ApiListPromise<X>
  const isList = returned.symbol.name === 'ApiListPromise';
  const [answerType] = checker.getTypeArguments(returned as ts.TypeReference);
  const call = {
    params: params ? checker.getNonNullableType(checker.getTypeOfSymbol(params)) : null,
    answer: isList ? answerType! : answerType!.aliasTypeArguments![0]!,
    isList,
  };
  calls.set(name, call);
  return call;
}

/** Returns the type of an event; null if there is no such event. */
export function eventType(kind: string): ts.Type | null {
  const union = checker.getDeclaredTypeOfSymbol(exported('Event', 'Event')) as ts.UnionType;
  return (
    union.types.find((member) => {
      const type = member.getProperty('type');
      return type && (checker.getTypeOfSymbol(type) as ts.StringLiteralType).value === kind;
    }) ?? null
  );
}

/** Returns the parts of a union without `undefined`, or the type itself. */
export const partsOf = (type: ts.Type): ts.Type[] =>
  (type.isUnion() ? type.types : [type]).filter(({ flags }) => !(flags & ts.TypeFlags.Undefined));
export const isNull = ({ flags }: ts.Type) => Boolean(flags & ts.TypeFlags.Null);
export const isText = ({ flags }: ts.Type) => Boolean(flags & ts.TypeFlags.String);
export const isNumber = ({ flags }: ts.Type) => Boolean(flags & ts.TypeFlags.Number);
/** Returns whether a type is `boolean`, `true` or `false`. */
export const isTruth = ({ flags }: ts.Type) => Boolean(flags & ts.TypeFlags.BooleanLike);
export const isObject = (type: ts.Type) =>
  Boolean(type.flags & ts.TypeFlags.Object) && !isDecimal(type) && !checker.isArrayType(type);
/** Returns whether a type is a decimal, which the API writes as text. */
export const isDecimal = (type: ts.Type) =>
  type.aliasSymbol?.name === 'Decimal' || type.getSymbol()?.name === 'Decimal';
/**
 * Returns the values of an enum that the portal may send. The type `OtherString`, which Stripe adds
 * for values of the future, is left out.
 */
export const valuesOf = (parts: ts.Type[]) =>
  parts.flatMap((part) => (part.isStringLiteral() || part.isNumberLiteral() ? [part.value] : []));
export const elementOf = (type: ts.Type) => checker.getTypeArguments(type as ts.TypeReference)[0]!;
export const isOptional = ({ flags }: ts.Symbol) => Boolean(flags & ts.SymbolFlags.Optional);
export const saysOf = (symbol: ts.Symbol) =>
  ts.displayPartsToString(symbol.getDocumentationComment(checker));
