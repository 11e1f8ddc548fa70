import { AddressButton, type AddressButtonProps } from '../../../components/address-button.tsx';
import { shortAddress } from '../address-text.ts';

/** An address on Solana in short, to be copied. */
export function SolanaAddress({ address, label }: Pick<AddressButtonProps, 'address' | 'label'>) {
	return <AddressButton address={address} short={shortAddress(address)} label={label} />;
}
