import { forgotPasswordRequest, password } from '#libs/contracts';

/** What is wrong with it, if anything. */
export const emailProblem = (email: string) =>
  forgotPasswordRequest.safeParse({ email }).error?.issues[0]?.message;
export const passwordProblem = (text: string) => password.safeParse(text).error?.issues[0]?.message;
