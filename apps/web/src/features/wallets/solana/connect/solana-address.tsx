import { AddressButton, type AddressButtonProps } from '../../address-button.tsx';
import { shortenSolanaAddress } from '../../short-address.ts';

/** An address on Solana in short, to be copied. */
export function SolanaAddress({ address, label }: Pick<AddressButtonProps, 'address' | 'label'>) {
	return <AddressButton address={address} short={shortenSolanaAddress(address)} label={label} />;
}
