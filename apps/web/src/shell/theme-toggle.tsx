import { Tooltip } from '@adx/ui/feedback/tooltip';
import { Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { writeLocal } from '../lib/storage/browser-storage.ts';

/** The key that `public/theme.js` reads before the first paint. */
const themeKey = 'adx_theme';

/** Switches between night and day and remembers it in this browser. */
export function ThemeToggle() {
	const [theme, setTheme] = useState(document.documentElement.dataset.theme === 'light' ? 'light' : 'dark');
	const other = theme === 'light' ? 'dark' : 'light';
	const text = `Switch to the ${other} theme`;
	return (
		<Tooltip text={text}>
			<button
				type="button"
				aria-label={text}
				onClick={() => {
					document.documentElement.dataset.theme = other;
					writeLocal(themeKey, other);
					setTheme(other);
				}}
				className="control-height grid aspect-square place-items-center rounded-sm text-text-2 hover:bg-surface-3 hover:text-text"
			>
				{theme === 'light' ? <Moon aria-hidden className="size-5" /> : <Sun aria-hidden className="size-5" />}
			</button>
		</Tooltip>
	);
}
