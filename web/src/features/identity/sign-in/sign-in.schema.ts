import { loginRequest, type LoginRequest } from '#libs/contracts';

/** The messages of the fields that cannot be sent, in the order of the form. */
export type SignInErrors = Partial<Record<keyof LoginRequest, string>>;

/** Returns what is wrong with the email address and the password; `{}` if they can be sent. */
export function findSignInErrors(values: LoginRequest): SignInErrors {
  const { error } = loginRequest.safeParse(values);
  const errors: SignInErrors = {};
  for (const { path, message } of error?.issues ?? []) {
    const field = path[0] === 'email' ? 'email' : 'password';
    errors[field] ??= message;
  }
  return errors;
}
