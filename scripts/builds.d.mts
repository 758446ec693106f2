export const SERVER: string
export const webIsOld: (root: string) => boolean
export const serverIsOld: (root: string) => boolean
