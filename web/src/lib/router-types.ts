declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Document title, before the church's name. */
    title?: string;
  }
  interface HistoryState {
    /** One of our own links led here: going back leads to the list again. */
    isOpened?: boolean;
    /** The name of the dialog that a link opens (`useOpenDialog`). */
    dialog?: string;
    /** The id of what is to be open in the list to which a link led. */
    openId?: string;
    /** To be printed as soon as it is there. */
    isForPrint?: boolean;
  }
}
export {};
