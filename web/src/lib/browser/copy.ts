import { toast, toastError } from '../toast';

/** Copies text to the clipboard and shows a toast with `copiedName`. */
export async function copy(text: string, copiedName: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast('Copied', copiedName);
  } catch {
    toastError(
      'Your browser does not let us use the clipboard. Please select the text and copy it by hand.',
    );
  }
}
