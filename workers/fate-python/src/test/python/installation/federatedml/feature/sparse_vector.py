class SparseVector:
    def __init__(self, indices, data, shape):
        self.sparse_vec, self.shape = dict(zip(indices, data)), shape

    def get_shape(self):
        return self.shape

    def get_all_data(self):
        return self.sparse_vec.items()
