import { forgotPasswordRequest, password } from '#libs/contracts';

/** Returns what is wrong with an email address; undefined if it is valid. */
export const emailProblem = (email: string) =>
  forgotPasswordRequest.safeParse({ email }).error?.issues[0]?.message;
export const passwordProblem = (text: string) => password.safeParse(text).error?.issues[0]?.message;
