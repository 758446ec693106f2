import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { ROOT } from '#server/registry/registry.ts'
import { read as readDockerfile } from '#testing/dockerfile.ts'
import { SERVER } from './builds.mjs'

const text = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const { env: set, cmd, port, volume } = readDockerfile(text('deploy/Dockerfile'))
/** Settings documented in the manual. */
const documented = new Set(
  text('docs/operations.md')
    .split('\n')
    .flatMap(line => [...(/^\| ([^|]+) \|/.exec(line)?.[1]?.matchAll(/`([A-Z][A-Z0-9_]*)`/g) ?? [])].map(m => m[1])),
)
const undocumented = (names: readonly string[]): string[] => names.filter(name => !documented.has(name) && name !== 'NODE_ENV')
/** YAML documents of a file; warnings count as errors. */
function readYaml<T>(source: string): T[] {
  const documents = parseAllDocuments(source, { uniqueKeys: true, strict: true })
  return [...documents].map(document => {
    expect([...document.errors, ...document.warnings]).toEqual([])
    return document.toJS() as T
  })
}
interface Named {
  name: string
}
interface Container extends Named {
  image: string
  command?: string[]
  ports?: Array<Named & { containerPort: number }>
  env: Named[]
  volumeMounts?: Array<Named & { mountPath: string }>
  [probe: `${string}Probe`]: { httpGet: { path: string; port: string } } | undefined
}
interface Resource {
  kind: string
  spec: {
    selector: Record<string, Record<string, string>> & Record<string, string>
    ports: Array<{ targetPort: string }>
    template: { metadata?: { labels: Record<string, string>; annotations: Record<string, string> }; spec: { containers: [Container]; volumes?: Named[] } }
  }
}
interface Compose {
  services: Record<string, { build?: { context: string; dockerfile: string }; depends_on?: object; environment: Record<string, string>; ports?: string[]; volumes: string[] }>
  volumes: Record<string, null>
}

describe('the image', () => {
  it('starts the program as npm start does, on the edition of Node the program is made for', () => {
    const flags = JSON.parse(text('scripts/server-flags.json')) as string[]
    expect(cmd).toEqual(['node', ...flags, SERVER])
    const { dependencies } = JSON.parse(text('package.json')) as { dependencies: Record<string, string> }
    const bases = [...text('deploy/Dockerfile').matchAll(/^FROM node:(\d+)/gm)].map(m => m[1])
    expect(new Set(bases)).toEqual(new Set([dependencies.node?.split('.')[0]]))
  })
  it('sets only what the manual names, and listens where it says', () => {
    expect(undocumented(Object.keys(set))).toEqual([])
    expect([set.PORT, set.HOST, set.DATA_DIR]).toEqual([String(port), '0.0.0.0', volume])
  })
})
describe('the compose file', () => {
  const [compose] = readYaml<Compose>(text('deploy/compose.yaml')) as [Compose]
  const { qinglan, database } = compose.services
  it('builds the image from a file that is there, and names services and volumes of its own', () => {
    const context = join(ROOT, 'deploy', qinglan?.build?.context ?? '')
    expect(existsSync(join(context, qinglan?.build?.dockerfile ?? ''))).toBe(true)
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(Object.keys(qinglan?.depends_on ?? {})))
    const mounted = Object.values(compose.services).flatMap(s => s.volumes.map(v => v.split(':') as [string, string]))
    expect(mounted.map(([name]) => name).sort()).toEqual(Object.keys(compose.volumes).sort())
    expect(mounted.map(([, path]) => path)).toContain(volume)
  })
  it('publishes the port of the image, and reaches the database it makes with variables of the manual', () => {
    expect(qinglan?.ports?.map(p => Number(p.split(':').at(-1)))).toEqual([port])
    expect(undocumented(Object.keys(qinglan?.environment ?? {}))).toEqual([])
    const { POSTGRES_USER, POSTGRES_DB, POSTGRES_PASSWORD } = database?.environment ?? {}
    expect(qinglan?.environment.DATABASE_URL).toBe(`postgres://${POSTGRES_USER}:${POSTGRES_PASSWORD}@database:5432/${POSTGRES_DB}`)
  })
})
describe('the manifests of Kubernetes', () => {
  const resources = readYaml<Resource>(text('deploy/kubernetes.yaml'))
  const [job, deployment, service] = ['Job', 'Deployment', 'Service'].map(kind => resources.find(r => r.kind === kind)?.spec) as [
    Resource['spec'],
    Resource['spec'],
    Resource['spec'],
  ]
  const [container] = deployment.template.spec.containers
  it('name ports, probes, volumes and labels that fit together and the image', () => {
    expect(container.ports).toEqual([{ name: 'http', containerPort: port }])
    const probes = ['startupProbe', 'readinessProbe', 'livenessProbe'] as const
    expect(probes.map(p => [container[p]?.httpGet.path, container[p]?.httpGet.port])).toEqual(['/healthz', '/readyz', '/healthz'].map(path => [path, 'http']))
    expect(service.ports.map(p => p.targetPort)).toEqual(['http'])
    expect(container.volumeMounts).toEqual([{ name: deployment.template.spec.volumes?.[0]?.name, mountPath: volume }])
    const { labels, annotations } = deployment.template.metadata ?? {}
    expect([deployment.selector.matchLabels, service.selector]).toEqual([labels, labels])
    expect(annotations).toMatchObject({ 'prometheus.io/port': String(port), 'prometheus.io/path': '/metrics' })
  })
  it('set variables of the manual, and run a command that is there', () => {
    const [migrate] = job.template.spec.containers
    expect(undocumented([...container.env, ...migrate.env].map(e => e.name))).toEqual([])
    expect(existsSync(join(ROOT, migrate.command?.at(-1) ?? 'none'))).toBe(true)
    expect(migrate.image).toBe(container.image)
  })
})
it('the unit of systemd runs a script of the package with variables of the manual', () => {
  const unit = text('deploy/qinglan.service')
  const { scripts } = JSON.parse(text('package.json')) as { scripts: Record<string, string> }
  expect(Object.keys(scripts)).toContain(/^ExecStart=\/usr\/bin\/npm (\w+)$/m.exec(unit)?.[1])
  const environment = Object.fromEntries((/^Environment=(.*)$/m.exec(unit)?.[1] ?? '').split(' ').map(pair => pair.split('=') as [string, string]))
  expect(undocumented(Object.keys(environment))).toEqual([])
  expect(environment.DATA_DIR).toBe(`/var/lib/${/^StateDirectory=(.*)$/m.exec(unit)?.[1]}`)
})
