declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Document title, before the church's name. */
    title?: string;
  }
  interface HistoryState {
    /** One of our own links led here: going back leads to the list again. */
    isOpened?: boolean;
    /** To be printed as soon as it is there. */
    isForPrint?: boolean;
  }
}
export {};
