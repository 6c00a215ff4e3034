export { NotAPicture, remake, type PictureShape } from './pictures.js';
