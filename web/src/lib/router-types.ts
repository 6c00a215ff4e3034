declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The title of the browser window, before the church's name. */
    title?: string;
  }
  interface HistoryState {
    /** A link of this program led here, so going back leads to the list. */
    isOpened?: boolean;
    /** The name of the dialog that a link opens (`useOpenDialog`). */
    dialog?: string;
    /** The id of the item to open in the list. */
    openId?: string;
    /** Print the item as soon as it is loaded. */
    isForPrint?: boolean;
  }
}
export {};
