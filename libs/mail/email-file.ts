/** A file that came with an email. */
export interface EmailFile {
  name: string;
  content: Buffer;
  /** whether the text shows the file as a picture, for example as the logo of a signature */
  isInText: boolean;
}

/** The name of the file with the text of an email that is longer than a message. */
export const wholeTextName = 'whole email.txt';

/** Returns the text of a long email as a file. */
export const wholeText = (text: string): EmailFile => ({
  name: wholeTextName,
  content: Buffer.from(text),
  isInText: false,
});
