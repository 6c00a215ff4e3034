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
    `alert avatar badge card field hidden-file-input input money page page-header password-input
     progress skeleton switch tooltip when-near`,
  ),
  inFolder(
    'web/src/lib',
    `choice-labels church clipboard drafts duration files format lazy-resolver list-search
     stale-version
     toast use-idempotency-key use-media use-open-dialog vocabulary`,
  ),
  String.raw`/web/src/lib/queries/(donation-choices|people|settings|standing|user)\.`,
  String.raw`/(react-query|query-core)/.*/(useQuery|queryOptions|infiniteQueryOptions)\.`,
  String.raw`/(react-query|query-core)/.*/(useMutation|mutationObserver)\.`,
  String.raw`/react-router/.*/fileRoute\.`,
  inFolder(
    'icons',
    `bell chevron-down circle-alert circle-user-round eye eye-off log-out menu monitor moon
     rotate-cw search settings sun x`,
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

/** What the screens share on which members read, watch, listen and see what comes. */
const member = anyOf(
  inFolder(
    'web/src/components',
    `calendar-leaf file-card listen-button media-card reader show-more tag-line video-player
     view-count`,
  ),
  inFolder('web/src/lib', 'count-view listening queries/member-content queries/first-steps'),
  inFolder(
    'web/src/features/content',
    `coming-services open-resource progress progress-button resource-card resume-card
     sermon-buttons words`,
  ),
  String.raw`/web/src/features/tenancy/trial-badge\.`,
  String.raw`/libs/contracts/content/(files|video)\.`,
  inFolder('icons', 'graduation-cap'),
);

/** How something repeats. */
const recurring = anyOf(
  inFolder('web/src/components', 'recurrence-details toggle-group'),
  String.raw`/web/src/lib/content/recurrence\.`,
);

/** What lists of many entries have around them, and the progress of fundraisers. */
const list = anyOf(
  inFolder(
    'web/src/components',
    'days-chip dialog-loader filter-chips search-input selection stat use-pages use-printing',
  ),
  inFolder('web/src/features/giving/fundraisers', 'fundraiser-progress progress'),
  String.raw`/web/src/lib/browser/print\.`,
  String.raw`/(react-query|query-core)/.*/(useInfiniteQuery|infiniteQueryObserver)\.`,
);

/** What the donations of a church share with the panel and the dialogs of a donation. */
const donations = anyOf(
  String.raw`/web/src/components/ui/changed-mark\.`,
  inFolder('web/src/features/giving/donations', 'queries which'),
);

/** A grid. */
const grid = anyOf(
  '/components/ui/grid/(?!selection|use-pages|use-printing)',
  '/(react-table|table-core|react-store)/',
  String.raw`/@tanstack/store/dist/shallow\.`,
);

/** A form. */
const form = anyOf('/react-hook-form/', String.raw`/web/src/lib/forms/use-draft\.`);

/** Text that was typed and not sent yet, also in single fields without the library of forms. */
const typing = anyOf(
  String.raw`/web/src/lib/forms/server-issues\.`,
  inFolder('web/src/components', 'action-bar cannot-save-notice draft-note leave-guard'),
);

/** What lists of content share, as grid or as cards. */
const contentList = anyOf(
  inFolder('web/src/components/content', 'active-badge active-switch bulk-lazy delete-content'),
  inFolder('web/src/lib', 'content-words queries/content-lists'),
);

/** A list of content as a grid. */
const contentGrid = /\/web\/src\/components\/content\/content-(grid|columns)\./;

/** What the pages that edit content have besides. */
const editor = anyOf(
  inFolder(
    'web/src/components',
    `conflict-dialog editor-load editor-page link-field upload-field video-help`,
  ),
  inFolder('web/src/features/content/library', 'file-field'),
  inFolder(
    'web/src/lib',
    'content-conflict file-kinds forms/use-content-form upload upload-events',
  ),
);

/**
 * Returns a group of modules that become one file if at least two screens share them. The modules
 * that they import are not part of it, because some of these belong to other pages.
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
  { name: 'shell', test: shell, priority: 2 },
  group('icons', icon, 3),
  group('content', content),
  group('member', member),
  group('recurring', recurring),
  group('list', list),
  group('grid', grid),
  group('donations', donations),
  group('form', form),
  group('typing', typing),
  group('content-list', contentList),
  group('content-grid', contentGrid),
  group('editor', editor),
];
