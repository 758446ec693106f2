import { dictionary } from '#model'

/** Levels of need, the strongest first: a school may name them otherwise and use fewer. */
export const aidLevel = dictionary('aidLevel', '困难等级', { special: '特别困难', hard: '困难', general: '一般困难' })
