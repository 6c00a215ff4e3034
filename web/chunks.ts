/*
 * Which modules become one file of the built client. Each file of a first visit costs a request and
 * about 1 ms of processor time, and small files compress badly. From a file that is too large,
 * pages load code that they do not need. `npm run bench -- only=browser` measures both.
 */

/** Returns a pattern of the files with some names in a folder or in its subfolders. */
const inFolder = (folder: string, names: string): string =>
  String.raw`/${folder}/(?:[a-z]+/)*(${names.trim().split(/\s+/).join('|')})\.`;
const anyOf = (...patterns: string[]): RegExp => new RegExp(patterns.join('|'));

/** What surrounds every screen, and the small modules that most screens use. */
const shell = anyOf(
  String.raw`/features/content/library/words\.`,
  '/routes/shell/(app-shell|sidebar-content|navigation|menu-icon)',
  inFolder(
    'web/src/components',
    `alert avatar badge card dialog-loader field hidden-file-input input money page page-header
     password-input progress show-more skeleton stat switch tooltip when-near`,
  ),
  String.raw`/web/src/features/tenancy/trial-badge\.`,
  inFolder(
    'web/src/lib',
    `choice-labels church clipboard drafts duration files format lazy-resolver list-search mail-to
     stale-version toast use-idempotency-key use-media use-open-dialog vocabulary`,
  ),
  String.raw`/web/src/lib/queries/(donation-choices|people|settings|standing|user)\.`,
  String.raw`/(react-query|query-core)/.*/(useQuery|queryOptions|infiniteQueryOptions)\.`,
  String.raw`/(react-query|query-core)/.*/(useMutation|mutationObserver)\.`,
  String.raw`/react-router/.*/fileRoute\.`,
  inFolder(
    'icons',
    `arrow-down arrow-left arrow-up bell book-open book-open-text calendar-days check
     chevron-down chevrons-up-down circle-alert circle-check circle-off circle-pause circle-play
     circle-user-round columns-3 copy download ellipsis eye eye-off file-spreadsheet
     file-text file-up hand-coins hourglass image-up life-buoy log-out info mail mail-plus menu
     messages-square monitor moon pencil plus printer receipt rotate-ccw rotate-ccw-clock
     rotate-cw rows-3 search settings shield-check smartphone sun trash undo-2 upload
     user-plus user-round-x users users-round video x`,
  ),
  '/libs/(money|calendar)/(?!parse|series)',
  '/(clsx|class-variance-authority)/',
);

/** Icons of several screens. */
const icon = /\/lucide-react\/.*\/icons\//;

/** How texts, pictures and times of content are shown, to members and to staff. */
const content = anyOf(
  inFolder('web/src/components', 'now-badge pattern picture rich-text'),
  inFolder('web/src/lib/content', 'event-time rich-text'),
  String.raw`/libs/calendar/series\.`,
);

/** What the screens share on which members read, watch, listen and see coming events. */
const member = anyOf(
  inFolder(
    'web/src/components',
    `calendar-leaf file-card listen-button media-card reader tag-line video-player
     view-count`,
  ),
  inFolder('web/src/lib', 'count-view listening queries/member-content queries/first-steps'),
  inFolder(
    'web/src/features/content',
    `coming-services open-resource progress progress-button resource-card resume-card
     sermon-buttons words`,
  ),
  inFolder('icons', 'ellipsis-vertical graduation-cap'),
);

/** The kinds of files and videos, and the upload of files. */
const media = anyOf(
  String.raw`/libs/contracts/content/(files|video)\.`,
  inFolder('web/src/lib', 'file-kinds upload upload-events'),
);

/** How something repeats. */
const recurring = anyOf(
  inFolder('web/src/components', 'recurrence-details toggle-group'),
  String.raw`/web/src/lib/content/recurrence\.`,
);

/** What lists of many entries have around them. */
const list = anyOf(
  inFolder(
    'web/src/components',
    'days-chip filter-chips search-input selection use-pages use-printing',
  ),
  String.raw`/web/src/lib/browser/print\.`,
  String.raw`/(react-query|query-core)/.*/(useInfiniteQuery|infiniteQueryObserver)\.`,
);

/** What the donations of a church share with the panel and the dialogs of a donation. */
const donations = anyOf(
  String.raw`/web/src/components/ui/changed-mark\.`,
  inFolder('web/src/features/giving/donations', 'queries which'),
  inFolder('icons', 'circle-dollar-sign'),
);

/** The progress of fundraisers, for members and staff. */
const fundraisers = anyOf(
  inFolder('web/src/features/giving/fundraisers', 'fundraiser-progress progress'),
  inFolder('icons', 'flag'),
);

/** A grid. */
const grid = anyOf(
  '/components/ui/grid/(?!selection|use-pages|use-printing)',
  '/(react-table|table-core|react-store)/',
  String.raw`/@tanstack/store/dist/shallow\.`,
);

/** A form. */
const form = anyOf('/react-hook-form/', String.raw`/web/src/lib/forms/use-draft\.`);

/** The parser of amounts that users type. */
const typedAmount = /\/libs\/money\/parse\./;

/** Text that was typed and not sent yet, also in single fields without the library of forms. */
const typing = anyOf(
  inFolder('web/src/lib', 'content-conflict server-issues use-online'),
  inFolder(
    'web/src/components',
    'action-bar cannot-save-notice conflict-dialog draft-note leave-guard',
  ),
);

/** The words and calls that lists of content share with the pages that edit content. */
const contentWords = anyOf(inFolder('web/src/lib', 'content-words queries/content-lists'));

/** What lists of content share, as grid or as cards. */
const contentList = anyOf(
  inFolder(
    'web/src/components/content',
    'active-badge active-switch bulk-lazy delete-content trash-link',
  ),
);

/** A list of content as a grid. */
const contentGrid = /\/web\/src\/components\/content\/content-(grid|columns)\./;

/** What only the pages that edit content share. */
const editor = anyOf(
  inFolder('web/src/components', 'editor-load editor-page link-field upload-field video-help'),
  inFolder('icons', 'file-headphone italic letter-b letter-h list list-ordered'),
  inFolder('web/src/features/content/library', 'file-field'),
  inFolder('web/src/lib', 'use-content-form'),
);

/** Tags and the look of a card, in the editors of the library. */
const cardFields = anyOf(
  inFolder('web/src/features/content/library', 'look-fields'),
  inFolder('web/src/components', 'tags-input video-host'),
);

/** The lists of a church's answers in earlier imports, and of its remembered file formats. */
const importAnswers = anyOf(inFolder('web/src/features/giving/import', 'layouts word-answers'));

/** The files that users add to tickets and messages. */
const attachments = anyOf(
  inFolder('web/src/features/support/tickets', 'use-attachments'),
  inFolder('icons', 'paperclip'),
);

/** What the list of tickets shares with the page of a ticket. */
const tickets = anyOf(
  inFolder(
    'web/src/features/support/tickets',
    'change-ticket looks people queue-keys ticket-badges words',
  ),
  inFolder('web/src/lib/queries', 'tickets'),
  inFolder('icons', 'archive circle-dot equal'),
);

/**
 * Returns a group of modules. Those that at least `minShareCount` screens share become one file.
 * The modules that they import are not part of it, because some of these belong to other pages.
 */
const group = (name: string, test: RegExp, minShareCount = 2) => ({
  name,
  test,
  minShareCount,
  includeDependenciesRecursively: false,
});

/**
 * The groups, for `codeSplitting` of Rolldown. The shell contains what its modules import, too,
 * because every page needs that.
 */
export const chunkGroups = [
  { ...group('typed-amount', typedAmount), priority: 3 },
  { name: 'shell', test: shell, priority: 2 },
  group('content', content),
  group('member', member),
  group('media', media),
  group('recurring', recurring),
  group('list', list),
  group('grid', grid),
  group('donations', donations),
  group('fundraisers', fundraisers),
  group('form', form),
  group('typing', typing),
  group('content-words', contentWords),
  group('content-list', contentList),
  group('content-grid', contentGrid),
  group('editor', editor),
  group('card-fields', cardFields, 1),
  group('import-answers', importAnswers, 1),
  group('attachments', attachments),
  group('tickets', tickets),
  group('icons', icon, 3),
];
