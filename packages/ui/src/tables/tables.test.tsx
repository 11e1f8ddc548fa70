import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { SearchableTable } from './searchable-table.tsx';
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

/** Lays every element out 40 px high, which jsdom does not. */
function layOut() {
	vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(400);
	vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
	vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(40);
}

const listProps = {
	label: 'Problems',
	columns: ['File', 'Problem'],
	searchLabel: 'Search',
	countText: (shown: number, total: number) => `${shown} of ${total}`,
	nothingFound: 'Nothing found',
};

test('a list of ten thousand is searched in every column, sorted by numbers too, and put back as it came', async () => {
	layOut();
	const rows = Array.from({ length: 10_000 }, (_, index) => [`${10_000 - index}.png`, index === 7 ? 'Odd' : 'empty']);
	render(<SearchableTable {...listProps} rows={rows} />);
	const firstCell = () => screen.getAllByRole('cell')[0];
	expect(screen.getByRole('status')).toHaveTextContent('10000 of 10000');
	expect(screen.getAllByRole('row').length).toBeLessThan(40);
	const header = screen.getByRole('columnheader', { name: 'File' });
	const sort = screen.getByRole('button', { name: 'File' });
	await userEvent.click(sort);
	expect(header).toHaveAttribute('aria-sort', 'ascending');
	expect(firstCell()).toHaveTextContent(/^1\.png$/);
	await userEvent.click(sort);
	expect(header).toHaveAttribute('aria-sort', 'descending');
	expect(firstCell()).toHaveTextContent('10000.png');
	await userEvent.click(sort);
	expect(header).toHaveAttribute('aria-sort', 'none');
	await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'oDD');
	await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('1 of 10000'));
	expect(firstCell()).toHaveTextContent('9993.png');
	await userEvent.type(screen.getByRole('searchbox', { name: 'Search' }), 'x');
	await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Nothing found'));
});

test('a list of none and of one', () => {
	layOut();
	const { rerender } = render(<SearchableTable {...listProps} rows={[]} />);
	expect(screen.getByRole('status')).toHaveTextContent('Nothing found');
	rerender(<SearchableTable {...listProps} rows={[['1.png', 'empty']]} />);
	expect(screen.getByRole('cell', { name: '1.png' })).toBeVisible();
});
