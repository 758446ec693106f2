import {
  type CallExpression,
  type Expression,
  isCallExpression,
  isFunctionDeclaration,
  isIdentifier,
  isMethodDeclaration,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isVariableDeclaration,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast'
import { API, type Checker, type Project, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync'

/** A statement in the sources: a call that sends SQL. */
export interface SqlCall {
  /** `file:line`, relative to the repository. */
  at: string
  statement: Expression
  /** Type of the rows it returns. */
  row: Type | undefined
}
/** Methods and functions that send a statement, and which argument it is. */
const SENDING: ReadonlyMap<string, number> = new Map([
  ['query', 0],
  ['enqueue', 0],
  ['queue', 0],
  ['batches', 0],
  ['streamFromReplica', 0],
  ['runFor', 2],
  ['runOn', 1],
])

/** The compiled sources: what names refer to and what types they have. */
export class Source {
  private readonly api: API
  private readonly project: Project
  private readonly root: string
  private readonly declarations = new Map<Node, Node | undefined>()
  private readonly typed = new Map<Node, Type | undefined>()
  private readonly uses = new Map<Node, CallExpression[]>()
  constructor(root: string) {
    this.root = root.replace(/\/$/, '')
    this.api = new API({ cwd: this.root })
    const config = `${this.root}/tsconfig.node.json`
    const project = this.api.updateSnapshot({ openProjects: [config] }).getProject(config)
    if (!project) throw new Error(`${config} is no project`)
    this.project = project
  }
  get types(): Checker {
    return this.project.checker
  }
  close(): void {
    this.api.close()
  }
  /** Files of the program below the repository's root whose path matches. */
  files(matches: (path: string) => boolean): SourceFile[] {
    return this.project.program
      .getSourceFileNames()
      .filter(name => name.startsWith(`${this.root}/`) && matches(name.slice(this.root.length + 1)))
      .flatMap(name => this.project.program.getSourceFile(name) ?? [])
  }
  /** Other things are queued too, and by a name. */
  private isStatement(argument: Node, method: string): boolean {
    const type = this.typeOf(argument)
    return type !== undefined && ((method !== 'queue' && (type.flags & TypeFlags.StringLike) !== 0) || this.types.getPropertyOfType(type, 'text') !== undefined)
  }
  /** Named by the call, or inferred: the element of `Promise<Row[]>`. */
  private rowOf(call: CallExpression): Type | undefined {
    const [named] = call.typeArguments ?? []
    if (named) return this.types.getTypeFromTypeNode(named)
    const result = this.typeOf(call)
    const list = result?.isTypeReference() && result.getSymbol()?.name === 'Promise' ? this.types.getTypeArguments(result)[0] : undefined
    return list?.isTypeReference() && this.types.isArrayLikeType(list) ? this.types.getTypeArguments(list)[0] : undefined
  }
  at(node: Node): string {
    const file = node.getSourceFile()
    return `${file.fileName.slice(this.root.length + 1)}:${file.text.slice(0, node.getStart()).split('\n').length}`
  }
  /** All calls in a file that send a statement. */
  calls(file: SourceFile): SqlCall[] {
    return nodesOf(file, isCallExpression).flatMap(call => {
      const name = nameOf(call)
      const statement = call.arguments[SENDING.get(name) ?? -1]
      return statement && this.isStatement(statement, name) ? [{ at: this.at(call), statement, row: this.rowOf(call) }] : []
    })
  }
  /** Declaration a name refers to, through imports. */
  declarationOf(name: Node): Node | undefined {
    if (!this.declarations.has(name)) this.declarations.set(name, this.findDeclaration(name))
    return this.declarations.get(name)
  }
  private findDeclaration(name: Node): Node | undefined {
    const found = this.types.getSymbolAtLocation(name)
    const symbol = found && found.flags & SymbolFlags.Alias ? this.types.getAliasedSymbol(found) : found
    return symbol?.valueDeclaration?.resolve(this.project)
  }
  /** Calls of a function or method. Each search goes through the whole program, so its result is kept. */
  usesOf(callable: Node): CallExpression[] {
    const known = this.uses.get(callable)
    if (known) return known
    const found = this.findUses(callable)
    this.uses.set(callable, found)
    return found
  }
  private findUses(callable: Node): CallExpression[] {
    const name = declaredName(callable)
    if (!name) return []
    return this.types.getReferencedSymbolsForNode(name, name.getStart()).flatMap(({ references }) =>
      references.flatMap(reference => {
        const node = reference.resolve(this.project)
        const called = node && isPropertyAccessExpression(node.parent) && node.parent.name === node ? node.parent : node
        return called && isCallExpression(called.parent) && called.parent.expression === called ? [called.parent] : []
      }),
    )
  }
  typeOf(node: Node): Type | undefined {
    if (!this.typed.has(node)) this.typed.set(node, this.types.getTypeAtLocation(node))
    return this.typed.get(node)
  }
}
/** The name of a function: its own, or that of what it is assigned to. */
function declaredName(callable: Node): Node | undefined {
  if (isFunctionDeclaration(callable) || isMethodDeclaration(callable)) return callable.name
  const { parent } = callable
  return isVariableDeclaration(parent) || isPropertyAssignment(parent) ? parent.name : undefined
}
/** Nodes of one kind below a node, outermost first. */
export function nodesOf<T extends Node>(within: Node, is: (node: Node) => node is T): T[] {
  const found: T[] = []
  const visit = (node: Node): undefined => {
    if (is(node)) found.push(node)
    node.forEachChild(visit)
  }
  within.forEachChild(visit)
  return found
}
/** Last part of the name a call names. */
export function nameOf({ expression }: CallExpression): string {
  if (isIdentifier(expression)) return expression.text
  return isPropertyAccessExpression(expression) ? expression.name.text : ''
}
