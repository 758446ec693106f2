import { action, bool, choice, type Fields, list, revealedAll, shape } from '#model'
import { submitStep } from '../../steps/model/actions.ts'
import { welcomeMember } from '../../steps/model/step-state.ts'
import { ANSWERS, FORMS, relative, SECTIONS, welcomeInfo } from './info.ts'

const need = { required: true } as const
const { permission } = submitStep
const refusals = { ...welcomeMember.options.refusals, ...welcomeInfo.options.refusals }
const OWN = 'the student’s own'
/** The own form, with what the school knows already filled in. */
export const myInfo = action('welcome.welcomeInfo.mine', '我的信息采集', {
  method: 'GET',
  realms: ['welcome'],
  permission,
  output: {
    sections: list('部分', shape('部分', { code: choice('部分', SECTIONS, need), isDone: bool('已填', need), isOptional: bool('选填', need) }), need),
    isOpen: bool('可以填写', need),
    form: shape('信息', { ...revealedAll(ANSWERS, OWN), family: list('家庭成员', shape('家庭成员', revealedAll(relative, OWN)), need) }, need),
  },
  refusals,
})
const saves = <const F extends Fields>(name: string, label: string, input: F) =>
  action(`welcome.welcomeInfo.${name}`, label, { realms: ['welcome'], permission, input, output: 'none', refusals })
/** 30-WI3: each section is saved by itself. */
export const saveContact = saves('saveContact', '保存联系方式', FORMS.contact)
export const saveFamily = saves('saveFamily', '保存家庭成员', FORMS.family)
export const saveLeague = saves('saveLeague', '保存政治面貌', FORMS.league)
export const saveSizes = saves('saveSizes', '保存身高体重', FORMS.sizes)
export const saveHealth = saves('saveHealth', '保存健康状况', FORMS.health)
export const saveHousehold = saves('saveHousehold', '保存户口', FORMS.household)
export const saveHabits = saves('saveHabits', '保存作息和室友', FORMS.habits)
export const SAVES = {
  contact: saveContact,
  family: saveFamily,
  league: saveLeague,
  sizes: saveSizes,
  health: saveHealth,
  household: saveHousehold,
  habits: saveHabits,
} as const
export const infoActions = [myInfo, ...Object.values(SAVES)]
