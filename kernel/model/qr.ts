import { encodeQR } from 'qr'

/** The modules of a QR code without the white round it, row by row; true is dark. Of its damage fifteen in a hundred are mended. */
export const qrModules = (text: string): boolean[][] =>
  encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
    .slice(1, -1)
    .map(row => row.slice(1, -1))
