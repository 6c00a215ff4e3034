/** Joins the names of CSS classes. Values such as `false` and `undefined` are left out. */
export { clsx as cn } from 'clsx';
