interface Detector {
  detect(source: HTMLVideoElement): Promise<ReadonlyArray<{ rawValue: string }>>
}
declare global {
  /** Chromium on Android has it; iPhones do not. */
  var BarcodeDetector: { new (options: { formats: readonly string[] }): Detector; getSupportedFormats(): Promise<readonly string[]> } | undefined
}
const FORMAT = 'qr_code'
/** QR decoder: the browser's own, else a lazily loaded library. Rejects if that fails to load. */
export async function codeReader(): Promise<Detector> {
  const formats = (await globalThis.BarcodeDetector?.getSupportedFormats().catch(() => [])) ?? []
  if (globalThis.BarcodeDetector && formats.includes(FORMAT)) return new globalThis.BarcodeDetector({ formats: [FORMAT] })
  const own = await import('qr/decode.js')
  return new own.BarcodeDetector({ formats: [FORMAT] })
}
