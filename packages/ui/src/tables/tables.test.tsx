import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { SortHeader } from './sort-header.tsx';
import { useVirtualRows, VirtualRows } from './virtual-rows.tsx';

globalThis.ResizeObserver ??= class {
	observe() {}
	unobserve() {}
	disconnect() {}
};

afterEach(() => {
	cleanup();
	vi.restoreAllMocks();
});

test.each(['ascending', 'descending', 'none'] as const)('a header tells that its column sorts: %s', async (sort) => {
	const press = vi.fn();
	render(
		<table>
			<thead>
				<tr>
					<SortHeader sort={sort} onSort={press} buttonClassName="flex">
						Planned
					</SortHeader>
				</tr>
			</thead>
		</table>,
	);
	expect(screen.getByRole('columnheader', { name: 'Planned' })).toHaveAttribute('aria-sort', sort);
	await userEvent.click(screen.getByRole('button', { name: 'Planned' }));
	expect(press).toHaveBeenCalledOnce();
});

function LongTable() {
	const rows = useVirtualRows({ count: 10_000, rowPx: 40, headPx: 40, overscan: 2 });
	return (
		<div ref={rows.scroller}>
			<table>
				<VirtualRows
					of={rows}
					rowAt={(index) => (index === 1 ? undefined : `Row ${index}`)}
					columnCount={1}
					placeholder={<span>on its way</span>}
				>
					{(row) => <td>{row}</td>}
				</VirtualRows>
			</table>
		</div>
	);
}

test('of ten thousand rows those in sight are in the document, each with its place', () => {
	// jsdom lays nothing out.
	vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
	vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
	vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 800, 400));
	render(<LongTable />);
	const rows = screen.getAllByRole('row');
	expect(rows.length).toBeGreaterThanOrEqual(10);
	expect(rows.length).toBeLessThan(20);
	expect(rows[0]).toHaveAttribute('aria-rowindex', '2');
	expect(within(rows[1]!).getByText('on its way')).toBeVisible();
	expect(within(rows[2]!).getByRole('cell', { name: 'Row 2' })).toBeVisible();
});
