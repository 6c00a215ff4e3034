import { ticketInput } from '#libs/contracts';
import { formResolver } from '../../lib/forms/form-resolver';
import type { QuestionValues } from './ask-gift-values';

export default formResolver<QuestionValues>()(
  ticketInput.pick({ subject: true, description: true }),
);
