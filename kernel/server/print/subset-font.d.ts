declare module 'subset-font' {
  interface Options {
    targetFormat?: 'sfnt' | 'truetype' | 'woff' | 'woff2'
    /** Axes of a variable font, pinned to a value. */
    variationAxes?: Readonly<Record<string, number>>
  }
  /** A font with only the characters of the text. */
  export default function subsetFont(font: Buffer, text: string, options?: Options): Promise<Buffer>
}
