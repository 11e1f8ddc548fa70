import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { useToastStore } from '../feedback/toast-store.ts';
import { useShortcuts } from './shortcuts.ts';

interface LayerProps {
	readonly onKey: () => void;
	readonly disabledReason?: string;
	readonly isDialog?: boolean;
}

function Layer({ onKey, disabledReason, isDialog = false }: LayerProps) {
	const layer = useShortcuts([{ name: 'K', keys: ['k'], does: 'Keep', run: onKey, disabledReason }]);
	return (
		<div role={isDialog ? 'dialog' : 'group'} ref={layer}>
			<button type="button">{isDialog ? 'inside' : 'outside'}</button>
			<input aria-label={isDialog ? 'inner text' : 'outer text'} />
		</div>
	);
}

describe('a shortcut', () => {
	test('works wherever the focus is, in capitals too', async () => {
		const onKey = vi.fn();
		render(<Layer onKey={onKey} />);
		await userEvent.keyboard('kK');
		expect(onKey).toHaveBeenCalledTimes(2);
	});

	test('leaves text fields and browser keys alone', async () => {
		const onKey = vi.fn();
		render(<Layer onKey={onKey} />);
		await userEvent.keyboard('{Control>}k{/Control}');
		await userEvent.type(screen.getByLabelText('outer text'), 'k');
		expect(onKey).not.toHaveBeenCalled();
	});

	test('is heard by the top layer only', async () => {
		const below = vi.fn();
		const above = vi.fn();
		render(
			<>
				<Layer onKey={below} />
				<Layer isDialog onKey={above} />
			</>,
		);
		await userEvent.keyboard('k');
		expect(above).toHaveBeenCalledTimes(1);
		expect(below).not.toHaveBeenCalled();
	});

	test('says why it does nothing while its button is disabled', async () => {
		const onKey = vi.fn();
		render(<Layer onKey={onKey} disabledReason="Nothing is decided yet" />);
		await userEvent.keyboard('k');
		expect(onKey).not.toHaveBeenCalled();
		expect(useToastStore.getState().shown?.title).toBe('Nothing is decided yet');
	});
});
