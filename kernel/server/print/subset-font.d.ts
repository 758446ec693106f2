declare module 'subset-font' {
  interface Options {
    targetFormat?: 'sfnt' | 'truetype' | 'woff' | 'woff2'
    /** Axes of a variable font to pin. */
    variationAxes?: Readonly<Record<string, number>>
  }
  /** Subsets a font to the characters of the text. */
  export default function subsetFont(font: Buffer, text: string, options?: Options): Promise<Buffer>
}
