/** Control, bidirectional and zero-width characters and lone surrogates: none of them can be shown or stored as text. */
export const invisibleCharacters = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
