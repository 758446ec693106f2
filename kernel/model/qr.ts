import { encodeQR } from 'qr'

/** Modules of a QR code without quiet zone, row by row; true is dark. Error correction level M (15 %). */
export const qrModules = (text: string): boolean[][] =>
  encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
    .slice(1, -1)
    .map(row => row.slice(1, -1))
