import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { showStoredToast } from './lib/storage/toast-after-reload.ts';
import { Root } from './root.tsx';

const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no #root');

createRoot(element).render(
	<StrictMode>
		<Root reload={() => window.location.reload()} openUrl={(url) => window.location.assign(url)} />
	</StrictMode>,
);
showStoredToast();
