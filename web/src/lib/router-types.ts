declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Document title, before the church's name. */
    title?: string;
  }
}
export {};
