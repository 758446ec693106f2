import { groupsOf, type Parameter } from '#model'
import { systemGate } from '../access/calls.ts'
import type { Ctx } from '../context.ts'
import type { Core, KernelCtx } from '../data/core.ts'
import type { Registry } from '../registry/registry.ts'
import { identityParameters } from './identity-parameters.ts'

/** Groups the kernel itself reads. */
export const kernelParameters: Readonly<Record<string, Readonly<Record<string, Parameter>>>> = {
  ...identityParameters,
  file: {
    maxMb: { label: '单个文件大小上限（MB）', initial: 50, min: 1, max: 500 },
    mbPerDay: { label: '每人每天上传上限（MB）', initial: 1024, min: 50, max: 1_000_000 },
  },
  import: { maxRows: { label: '一次导入的行数上限', initial: 100_000, min: 1_000, max: 500_000 } },
  export: {
    syncRows: { label: '直接下载的行数', initial: 5000, min: 100, max: 50_000 },
    keepDays: { label: '导出文件保留天数', initial: 7, min: 1, max: 30 },
  },
  print: { checkAddress: { label: '核验网址', initial: '' } },
  privacy: { minCell: { label: '统计中显示的最小人数', initial: 5, min: 2, max: 50 } },
  audit: {
    keepDays: { label: '日志保留天数', initial: 1095, min: 180, max: 36_500, risky: '365' },
    lookupsPerHour: { label: '每人每小时按个人信息查找次数', initial: 20, min: 1, max: 1000 },
  },
}
/** Stored parameters of a school's group, from the cache; unset keys are absent. */
export const storedParams = (core: Core, tenantId: string, group: string): Promise<Readonly<Record<string, unknown>>> => systemGate(core, tenantId, 'params').params(group)
/** Declaration of a parameter by the modules. */
const declaredBy = ({ modules }: Registry, group: string, key: string): Parameter | undefined =>
  modules
    .flatMap(groupsOf)
    .filter(([code]) => code === group)
    .map(([, parameters]) => parameters[key])
    .find(parameter => parameter !== undefined)

/** One parameter with its default. */
export async function param<T extends string | number | boolean | null>(core: Core, tenantId: string, group: string, key: string): Promise<T> {
  const stored = (await storedParams(core, tenantId, group))[key]
  const declared = kernelParameters[group]?.[key] ?? declaredBy(core.registry, group, key)
  return (stored ?? declared?.initial ?? null) as T
}
/** Same, for module code with a call's context. */
export const paramOf = <T extends string | number | boolean | null>(ctx: Ctx, group: string, key: string): Promise<T> =>
  param<T>((ctx as KernelCtx).core, ctx.me.tenantId, group, key)
