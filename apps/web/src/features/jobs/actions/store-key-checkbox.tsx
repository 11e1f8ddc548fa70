import { useState } from 'react';
import { isApiKeyStored, setStoreApiKey } from './engine-key.ts';

/** Whether this browser keeps keys of engines; takes effect at once. */
export function StoreKeyCheckbox({ disabled }: { readonly disabled?: boolean }) {
	const [keepsKey, setKeepsKey] = useState(isApiKeyStored);
	return (
		<label className="flex items-center gap-2 text-sm text-text-2 pointer-coarse:min-h-11">
			<input
				type="checkbox"
				className="size-4 accent-primary"
				disabled={disabled}
				checked={keepsKey}
				onChange={(event) => {
					setKeepsKey(event.target.checked);
					setStoreApiKey(event.target.checked);
				}}
			/>
			Keep the key in this browser
		</label>
	);
}
