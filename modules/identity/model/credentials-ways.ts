import { bool, choice, entity, integer, list } from '#model'

export const WAYS = { account: '账号密码', mobile: '手机验证码', scan: '扫码', sso: '统一身份认证' } as const
export type Way = keyof typeof WAYS
export const WAY_REALMS = { admin: '管理域', welcome: '迎新域', exam: '考试域' } as const
export const WAY_TERMINALS = { all: '所有终端', pc: '电脑', mobile: '手机', wecom: '企业微信' } as const

/** Sign-in methods offered per realm, terminal and user type. The most specific row wins; without any row all methods are enabled. */
export const loginType = entity(
  'identity.loginType',
  '登录方式',
  {
    realm: choice('登录域', WAY_REALMS, { required: true, initial: 'admin' }),
    terminal: choice('终端', WAY_TERMINALS, { required: true, initial: 'all' }),
    userType: integer('用户类型', { min: 1, max: 9, help: '1 教职工，2 学生，3 校外人员，9 系统账号；空着表示所有用户' }),
    ways: list('登录方式', choice('登录方式', WAYS), { required: true, max: 4 }),
    defaultWay: choice('默认', WAYS, { required: true }),
    isEnabled: bool('启用', { required: true, initial: true }),
  },
  {
    title: 'realm',
    scope: { everyone: 'a setting of the school' },
    cached: true,
    unique: [['realm', 'terminal', 'userType']],
    sort: ['realm', 'terminal', 'userType'],
    select: 'scoped',
    verbs: ['list', 'add', 'update', 'remove'],
    refusals: {
      none: '至少要留一种登录方式',
      twice: '“{way}”选了两次',
      defaultOff: '默认的“{way}”不在所选的登录方式里',
      realmType: '{realm}的账号没有用户类型，请空着',
      typeUnknown: '用户类型没有 {userType}，可用 1 教职工、2 学生、3 校外人员、9 系统账号',
      scanOnPhone: '手机上不能扫码登录，请去掉“扫码”',
      taken: '{realm}、{terminal}、这类用户已有一条设置，请直接修改它',
    },
  },
)
/** Sign-in methods of one row. */
export interface WayRow {
  realm: string
  terminal: string
  userType: number | null
  ways: readonly Way[]
  defaultWay: Way
  isEnabled: boolean
}
const EVERY: Readonly<Record<string, readonly Way[]>> = { admin: ['account', 'mobile', 'scan', 'sso'], welcome: ['account', 'mobile', 'sso'], exam: ['account', 'mobile'] }

/** The rows of a realm and terminal, most specific first: terminal before user type. */
const fitting = (rows: readonly WayRow[], realm: string, terminal: string): WayRow[] =>
  rows
    .filter(r => r.isEnabled && r.realm === realm && (r.terminal === terminal || r.terminal === 'all'))
    .sort((a, b) => Number(b.terminal !== 'all') - Number(a.terminal !== 'all'))

/** Methods for a user type in the school's order; a scan login needs a second device. */
export function waysOf(rows: readonly WayRow[], realm: string, terminal: string, userType: number | null): readonly Way[] {
  const fit = fitting(rows, realm, terminal)
  const row = fit.find(r => r.userType !== null && r.userType === userType) ?? fit.find(r => r.userType === null)
  return onTerminal(row?.ways ?? EVERY[realm] ?? [], terminal)
}
/** Methods on the sign-in page, before the user type is known: the union over all user types, the default ones first. */
export function waysShown(rows: readonly WayRow[], realm: string, terminal: string): { ways: readonly Way[]; defaultWay: Way | undefined } {
  const fit = fitting(rows, realm, terminal)
  const general = fit.find(r => r.userType === null)
  const types = [...new Set(fit.map(r => r.userType).filter(type => type !== null))]
  const ways = onTerminal([...new Set([...(general?.ways ?? (EVERY[realm] as readonly Way[])), ...types.flatMap(type => waysOf(rows, realm, terminal, type))])], terminal)
  const wanted = (general ?? fit[0])?.defaultWay
  return { ways, defaultWay: wanted && ways.includes(wanted) ? wanted : ways.find(way => way !== 'sso') }
}
const onTerminal = (ways: readonly Way[], terminal: string): readonly Way[] => (terminal === 'pc' ? ways : ways.filter(way => way !== 'scan'))
/** Method recorded in the sign-in log. */
export const wayOfSignIn = (way: string): Way => (way === 'account' || way === 'welcome' || way === 'exam' ? 'account' : way === 'mobile' || way === 'scan' ? way : 'sso')
