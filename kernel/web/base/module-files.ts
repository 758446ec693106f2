/** What a glob found in the `web` folders of modules and their parts, by `{module}/{File}`. */
export const byComponent = <T>(files: Readonly<Record<string, T>>): ReadonlyMap<string, T> =>
  new Map(Object.entries(files).map(([path, file]) => [path.replace(/^\/modules\/(\w+)\/.*?(\w+)\.tsx?$/, '$1/$2'), file]))
