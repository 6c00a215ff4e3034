import type { SiteImage } from '#libs/contracts';

export interface PictureKind {
  type: SiteImage['type'];
  title: string;
  /** Where pictures of this kind are shown. */
  description: string;
  /** The text of the empty list. */
  empty: string;
  add: string;
  /** Explains in the form what to enter as the title of a picture. */
  titleHelp: string;
  /** The title with which the form of a new picture begins. */
  initialTitle: string;
}

export const pictureKinds: PictureKind[] = [
  {
    type: 'logo',
    title: 'Logo',
    add: 'Add logo',
    empty: 'Your logo will appear here. Until then, Church Connect’s logo is shown.',
    titleHelp: 'For you only.',
    initialTitle: 'Logo',
    description:
      'Stands beside the church’s name on every page. With several, the first that is ' +
      'shown counts.',
  },
  {
    type: 'leadership',
    title: 'Leadership',
    add: 'Add person',
    empty: 'The people who lead your church will be listed here.',
    titleHelp: 'The person’s name.',
    initialTitle: '',
    description: 'Portraits with name and office, in this order.',
  },
  {
    type: 'banner',
    title: 'Banner',
    add: 'Add banner',
    empty: 'Add a wide picture, such as your building or people.',
    titleHelp: 'What the picture shows, for those who cannot see it.',
    initialTitle: '',
    description:
      'A wide picture on the start page of visitors. If there are several, the first visible ' +
      'one is used.',
  },
  {
    type: 'background',
    title: 'Background',
    add: 'Add background',
    empty: 'Add a calm background picture for your start page.',
    titleHelp: 'For you only.',
    initialTitle: 'Background',
    description:
      'Fills the start page of visitors behind its text, which keeps its own surface. ' +
      'If there are several, the first visible one is used.',
  },
];

/** Pictures that no screen shows. Their list appears only if there are some. */
export const otherKind: PictureKind = {
  type: 'other',
  title: 'Other',
  add: 'Add picture',
  empty: 'Pictures of other kinds will appear here.',
  titleHelp: 'For you only.',
  initialTitle: '',
  description: 'Shown nowhere on the site by itself.',
};
