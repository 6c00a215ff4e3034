import { toast, toastError } from '../toast';

/** Copies text to the clipboard and shows a toast with the sentence `toastText`. */
export async function copy(text: string, toastText: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast('Copied', toastText);
  } catch {
    toastError(
      'Your browser does not let us use the clipboard. Please select the text and copy it by hand.',
    );
  }
}
