import { ChoiceChip, FilterBar } from '../../../components/ui/overlay/filter-chips';
import { SearchInput } from '../../../components/ui/form/search-input';
import { skillLabels, topicLabels } from '../../../lib/choice-labels';
import { skillFilters, topicFilters } from '../../../lib/choices';
import type { ResourceFilters } from '../../../lib/queries/member-content';

const skills = skillFilters.map((value) => ({
  value,
  label: value === 'all-skills' ? 'All skill levels' : skillLabels[value],
}));
const topics = topicFilters.map((value) => ({
  value,
  label: value === 'all-topics' ? 'All topics' : topicLabels[value],
}));

export function ResourceFilterBar({
  filters,
  onChange,
}: {
  filters: ResourceFilters;
  onChange: (change: ResourceFilters) => void;
}) {
  return (
    <FilterBar>
      <SearchInput
        label="Search resources"
        placeholder="Search resources"
        value={filters.q ?? ''}
        onChange={(q) => onChange({ q: q || undefined })}
      />
      <ChoiceChip
        label="Skill level"
        value={filters.skillLevel}
        options={skills}
        onChange={(skillLevel) => onChange({ skillLevel })}
      />
      <ChoiceChip
        label="Topic"
        value={filters.topic}
        options={topics}
        onChange={(topic) => onChange({ topic })}
      />
    </FilterBar>
  );
}
