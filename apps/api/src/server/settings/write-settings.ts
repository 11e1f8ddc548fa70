import { writeFileSync } from 'node:fs';
import { toEnvExample, toSettingsPage } from './settings-documents.ts';

// `npm run settings`: writes what operators read of the settings; a test compares both files with the schema.
const root = new URL('../../../../../', import.meta.url);
writeFileSync(new URL('docs/settings.md', root), toSettingsPage());
writeFileSync(new URL('.env.example', root), toEnvExample());
