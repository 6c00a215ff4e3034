import { signInProblems, type SignInProblem } from '#libs/contracts';
import { Alert } from '../../../components/ui/alert';

const words: Record<SignInProblem, string> = {
  cancelled: 'You turned back before you were signed in. You can try again whenever you like.',
  expired: 'This sign-in took too long, or was begun in another browser. Please try again.',
  'provider-away':
    'Single sign-on does not answer at this moment. Please try again in a minute, or ' +
    'sign in with your password.',
  failed:
    'Single sign-on did not work this time. Please try again; if it keeps failing, tell ' +
    'your church.',
  'no-email':
    'Single sign-on did not give us your email address, so we cannot tell who you are. ' +
    'Please sign in with your password, or create an account.',
  'unproven-email':
    'There is an account with your email address already, but single sign-on does not ' +
    'confirm that the address is yours. Please sign in with your password; if you have ' +
    'none, ask for one by “Forgot your password?”.',
  unconfirmed:
    'Your church knows this email address already. We have sent you an email with a ' +
    'link: please follow it to confirm that the address is yours, then sign in again.',
  taken: 'Somebody in this church has your email address already. Please ask your church.',
  'no-place':
    'You do not belong to a church here yet. To ask to join, choose “Create an account” ' +
    'below and go on with single sign-on there.',
};

/** Says why single sign-on failed, by the code in the address; nothing for an unknown code. */
export default function SignInProblemNote({ code }: { code: string }) {
  const problem = signInProblems.find((known) => known === code);
  return problem && <Alert>{words[problem]}</Alert>;
}
