/** The values of the form for a question about a donation. */
export interface QuestionValues {
  subject: string;
  description: string;
}
