/** What the form of a question about a gift holds. */
export interface QuestionValues {
  subject: string;
  description: string;
}
