import { ChoiceChip } from '../../../components/ui/overlay/filter-chips';
import type { ContentListOptions } from '../../../lib/queries/content-lists';
import { categoryLabels, skillLabels, topicLabels } from '../../../lib/choice-labels';
import { choicesOf, type LibraryKind } from './words';

/** The filters that only one kind has. */
export function LibraryFilters({
  kind,
  options,
  onOptions,
}: {
  kind: LibraryKind;
  options: ContentListOptions;
  onOptions: (next: ContentListOptions) => void;
}) {
  if (kind === 'resources') {
    return (
      <>
        <ChoiceChip
          label="Skill level"
          value={options.skillLevel}
          options={choicesOf(skillLabels)}
          onChange={(skillLevel) => onOptions({ skillLevel })}
        />
        <ChoiceChip
          label="Topic"
          value={options.topic}
          options={choicesOf(topicLabels)}
          onChange={(topic) => onOptions({ topic })}
        />
      </>
    );
  }
  if (kind === 'nuggets')
    return (
      <ChoiceChip
        label="Category"
        value={options.category}
        options={choicesOf(categoryLabels)}
        onChange={(category) => onOptions({ category })}
      />
    );
  return null;
}
