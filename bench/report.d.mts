interface Measured {
  readonly [part: string]: unknown
}
type Results = { readonly [engine: string]: { readonly [operation: string]: Measured } }
type Budget = {
  readonly [engine: string]: {
    readonly [operation: string]: { readonly cost?: number; readonly memoryMb?: number }
  }
}

export declare function findOverBudget(results: Results, budget: Budget): string[]
export declare function budgetOf(results: Results): Budget
export declare function benchTable(run: {
  readonly results: Results
  readonly about: string
}): string
export declare function withTable(page: string, table: string): string
