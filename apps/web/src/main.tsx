import './styles.css';
import './shell/stackless-errors.ts';
import { createRoot } from 'react-dom/client';
import './shell/usual-errors.ts';
import { StrictMode, startTransition } from 'react';
import { afterFrame } from './lib/after-frame.ts';
import { showStoredToast } from './lib/storage/toast-after-reload.ts';
import { Root } from './root.tsx';
import { keepPageOnFailedImport } from './shell/failed-import.ts';

keepPageOnFailedImport();

const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no #root');

const root = createRoot(element);

function start() {
	const page = (
		<StrictMode>
			<Root reload={() => window.location.reload()} openUrl={(url) => window.location.assign(url)} />
		</StrictMode>
	);
	// In slices, between which the browser answers.
	startTransition(() => root.render(page));
	showStoredToast();
}

// What index.html shows is painted first, also where all scripts come from the cache. A hidden page has no frames.
if (document.hidden) start();
else afterFrame(start);
