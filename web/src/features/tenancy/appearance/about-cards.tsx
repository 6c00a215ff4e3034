import type { Settings } from '#libs/contracts';
import { FaqCard } from './faq-card';
import { ServicesCard } from './services-card';
import { type SettingField, SettingsForm } from './settings-form';
import type { SaveWords } from './site';

const about: SettingField[] = [
  { key: 'about', label: 'About', type: 'markdown', help: 'Who you are, on the Community page.' },
  { key: 'address', label: 'Address', type: 'area', help: 'Where people find you.' },
  { key: 'eventLocation', label: 'Default event location', help: 'New events begin with it.' },
];

/** Settings for the church's description, its services, and the answers to frequent questions. */
export default function AboutCards({
  settings,
  words,
  onDirty,
}: {
  settings: Settings;
  words: SaveWords;
  onDirty: (title: string, dirty: boolean) => void;
}) {
  return (
    <>
      <SettingsForm
        settings={settings}
        title="About your church"
        description="What members read on the Community page."
        fields={about}
        words={words}
        submit="Save About"
        onDirty={onDirty}
      />
      <ServicesCard settings={settings} words={words} />
      <FaqCard settings={settings} words={words} />
    </>
  );
}
