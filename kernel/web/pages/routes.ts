import { matchPath } from 'react-router'
import type { PageRoute } from '#model/module.ts'

/** No module implements it; the page says so and shows the address. */
const NOBODY = ''
const open = (path: string, title: string): PageRoute => ({ path, title, component: NOBODY, access: 'open', frame: 'bare' })
const shell = (path: string, title: string): PageRoute => ({ path, title, component: NOBODY, access: 'signedIn', frame: 'shell' })
const bare = (path: string, title: string): PageRoute => ({ path, title, component: NOBODY, access: 'signedIn', frame: 'bare' })
const WALLS = ['zhcpdatascreenone', 'zhcpdatascreentwo', 'zhcpdatascreenthree', 'dormBigScreen', 'leavedatascreenone', 'dormInspect', 'welcome', 'carousel', 'carouseltest']

/** The customer's fixed addresses. A page declared by a module replaces its line. */
export const FIXED: readonly PageRoute[] = [
  open('/registerschool', '软件注册'),
  open('/loginbyoauth2', '登录'),
  open('/loginbyjwt', '登录'),
  open('/loginbywechatenterprise', '企业微信登录'),
  open('/bindingusertoautologin', '绑定账号'),
  open('/oauth/callback/:source', '登录'),
  open('/fktjwj', '问卷'),
  open('/welcome/loginbywechatenterprise', '企业微信登录'),
  bare('/welcome/index', '迎新'),
  bare('/dzks/exame/index', '考试报名'),
  ...['/home', '/home/lofTV', '/lofTV', ...WALLS.map(name => `/datascreen/${name}`)].map(path => open(path, '大屏')),
  shell('/index', '工作台'),
  shell('/servicecenter', '办事大厅'),
  shell('/personalcenter', '个人中心'),
  shell('/desktopset', '桌面设置'),
  shell('/personal/mymessage', '我的消息'),
  shell('/personal/usertodo', '我的待办'),
  shell('/personal/mynotice', '我的公告'),
  shell('/personal/myfilelink', '我的文件'),
  shell('/personal/mylesson', '我的课表'),
  shell('/personal/userapps', '我的应用'),
  shell('/personal/userschedule', '我的日程'),
  shell('/personal/usermoreapplys', '我的申请'),
]
/** Redirects defined by the customer. */
export const REDIRECTS: Readonly<Record<string, string>> = { '/personal': '/personal/mymessage' }

export const normalPath = (pathname: string): string => (pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname)

/** Declared pages, then the fixed addresses that none of them replaces. */
export const withFixed = (pages: readonly PageRoute[]): readonly PageRoute[] => [...pages, ...FIXED.filter(fixed => !pages.some(page => page.path === fixed.path))]

/** The route of an address; static paths win over parameterised ones. */
export function routeAt<R extends { path: string }>(routes: readonly R[], pathname: string): R | undefined {
  const path = normalPath(pathname)
  return routes.find(route => route.path === path) ?? routes.find(route => route.path.includes(':') && matchPath(route.path, path))
}
/** Whether an address is a big screen, rendered on the scaled canvas. */
export const isBigScreen = (path: string): boolean => /^\/(home(\/lofTV)?|lofTV|datascreen(\/[^/]+)?)$/.test(path)
