// Unpacks @sparticuz/chromium, with its libraries and fonts, into the folder that TMPDIR names.
import chromium from '@sparticuz/chromium';

await chromium.executablePath();
