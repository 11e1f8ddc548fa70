export type SummaryRow = readonly [name: string, value: string, more?: string];

interface SummaryRowsProps {
	readonly rows: readonly SummaryRow[];
	/** The name of the row that counts most. */
	readonly total: string;
}

/** What a wallet is about to be asked, line by line. */
export function SummaryRows({ rows, total }: SummaryRowsProps) {
	return (
		<dl className="figures grid gap-1.5">
			{rows.map(([name, value, more = '']) => (
				<div key={name} className="flex flex-wrap justify-between gap-x-3">
					<dt className="text-text-2">{name}</dt>
					<dd
						className={
							name === total
								? 'ml-auto text-right font-semibold text-text'
								: 'ml-auto min-w-0 text-right wrap-anywhere text-text'
						}
					>
						{value} {more === '' ? null : <span className="text-text-2">{more}</span>}
					</dd>
				</div>
			))}
		</dl>
	);
}
